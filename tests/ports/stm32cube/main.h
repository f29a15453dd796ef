/* What `main.h` of a project with ST's HAL declares, as far as the accelerators' port asks: in words of our own, for the tests. */
#pragma once
#include <stdint.h>

#define HAL_CRYP_MODULE_ENABLED
#define HAL_HASH_MODULE_ENABLED
#define HAL_RNG_MODULE_ENABLED

typedef enum { HAL_CRYP_STATE_READY = 1, HAL_CRYP_STATE_BUSY } HAL_CRYP_STATETypeDef;
typedef enum { HAL_HASH_STATE_READY = 1, HAL_HASH_STATE_BUSY } HAL_HASH_StateTypeDef;
typedef enum { HAL_HASH_PHASE_READY = 1, HAL_HASH_PHASE_PROCESS } HAL_HASH_PhaseTypeDef;
typedef enum { HAL_RNG_STATE_READY = 1, HAL_RNG_STATE_BUSY } HAL_RNG_StateTypeDef;

typedef struct { HAL_CRYP_STATETypeDef State; } CRYP_HandleTypeDef;
typedef struct { HAL_HASH_StateTypeDef State; HAL_HASH_PhaseTypeDef Phase; } HASH_HandleTypeDef;
typedef struct { HAL_RNG_StateTypeDef State; } RNG_HandleTypeDef;

HAL_CRYP_STATETypeDef HAL_CRYP_GetState(CRYP_HandleTypeDef *handle);
HAL_HASH_StateTypeDef HAL_HASH_GetState(HASH_HandleTypeDef *handle);
HAL_RNG_StateTypeDef HAL_RNG_GetState(RNG_HandleTypeDef *handle);

extern int sdk_clocks[3];
#define __HAL_RCC_CRYP_CLK_ENABLE() ((void)(sdk_clocks[0] = 1))
#define __HAL_RCC_HASH_CLK_ENABLE() ((void)(sdk_clocks[1] = 1))
#define __HAL_RCC_RNG_CLK_ENABLE() ((void)(sdk_clocks[2] = 1))
