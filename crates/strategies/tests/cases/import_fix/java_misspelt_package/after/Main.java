import java.util.List;

class Main {
    List<String> names;
}
