"""The Qt window: the only folder that imports PySide6."""
