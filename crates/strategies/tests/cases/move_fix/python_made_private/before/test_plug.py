from plug.hooks import varnames


def test_varnames():
    assert varnames(lambda tea: tea) == ("tea",)
