from pydantic import BaseModel, Field


class Order(BaseModel):
    kind: str = Field(const=True, default="order")


print(Order())
