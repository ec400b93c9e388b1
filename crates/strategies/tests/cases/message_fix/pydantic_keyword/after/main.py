from pydantic import BaseModel, Field


class Order(BaseModel):
    code: str = Field(
        default="A1",
        pattern="^[A-Z]",
    )


print(Order())
