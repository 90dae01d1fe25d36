"""What a translator works with: memories, termbases, projects and documents as one."""
