"""adaptive-TM: a translation model with three more layers that read the best match of a memory."""
