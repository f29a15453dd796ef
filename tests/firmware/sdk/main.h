/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
typedef struct { int x; } RNG_HandleTypeDef;
enum { HAL_OK };
int HAL_RNG_GenerateRandomNumber(RNG_HandleTypeDef *rng, uint32_t *word);
uint32_t HAL_GetTick(void);
uint32_t HAL_GetREVID(void);
uint32_t HAL_RCC_GetHCLKFreq(void);
extern struct { uint32_t DEMCR; } *CoreDebug;
extern struct { uint32_t CTRL, CYCCNT; } *DWT;
#define CoreDebug_DEMCR_TRCENA_Msk 1u
#define DWT_CTRL_CYCCNTENA_Msk 1u
