"""Export of Akela as C for the build systems and SDKs of chips: `akela export`."""
