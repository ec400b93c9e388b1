from pluggy import PluginManager

print(PluginManager('x').project_name)
