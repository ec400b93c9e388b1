from plug._hooks import varnames

__all__ = ["varnames"]
