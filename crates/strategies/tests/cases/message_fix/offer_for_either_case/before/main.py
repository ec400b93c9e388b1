import warnings


class Tea:
    @classmethod
    def load(cls, text):
        warnings.warn(
            "The `load` method is deprecated; if your data is a line use `load_line`, "
            "otherwise split the data then use `load_parts` instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        return cls.load_line(text)

    @classmethod
    def load_line(cls, text):
        return cls.load_parts(text.split(","))

    @classmethod
    def load_parts(cls, parts):
        return sorted(parts)


print(Tea.load("green,black"))
