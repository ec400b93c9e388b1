import java.utl.List;

class Main {
    List<String> names;
}
