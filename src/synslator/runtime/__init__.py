"""Runtime: opens a model package and runs it with ONNX Runtime."""
