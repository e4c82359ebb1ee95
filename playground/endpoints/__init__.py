"""How models are spoken to: one module per wire dialect over one transport."""
