from pydantic import BaseModel, Field


class Order(BaseModel):
    code: str = Field(
        default="A1",
        regex="^[A-Z]",
    )


print(Order())
