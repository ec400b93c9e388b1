from setuptools import setup

setup(
    name='x',
    install_requires=['numpy>=1.20', 'attrs'],
)
