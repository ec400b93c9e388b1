from pytest import PluginManager

print(PluginManager('x').project_name)
