/* What an export calls of an SDK, declared for the tests. */
#pragma once

