package shop;

import java.util.ArrayList;

class Main {
    List<String> names = new ArrayList<>();
}
