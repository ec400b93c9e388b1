package shop;

import java.util.ArrayList;
import java.util.List;

class Main {
    List<String> names = new ArrayList<>();
}
