"""Hardware: one folder per accelerator family or CPU, each with the kernels that it provides."""
