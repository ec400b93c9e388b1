import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) {
        Map<String, int> counts = new HashMap<>();
        System.out.println(counts);
    }
}
