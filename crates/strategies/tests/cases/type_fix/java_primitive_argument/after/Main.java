import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) {
        Map<String, Integer> counts = new HashMap<>();
        System.out.println(counts);
    }
}
