from account import Account


def test_pay():
    account = Account()
    account.pay(3)
    assert account.balance == 3
