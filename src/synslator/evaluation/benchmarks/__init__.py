"""The field's public benchmarks, each by its own definition, with the published figures beside ours."""
