package shop.stock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What lies on the shelves. */
public class Inventory implements Stock {
    private static final int LIMIT = 100;
    private final Map<String, Integer> amounts = new HashMap<>();
    private final List<String> log = new ArrayList<>();

    public Inventory(Map<String, Integer> initial) {
        for (Map.Entry<String, Integer> entry : initial.entrySet()) {
            amounts.put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public boolean take(String item, int count) {
        int available = amounts.getOrDefault(item, 0);
        if (count <= 0 || count > LIMIT) {
            throw new IllegalArgumentException("count: " + count);
        } else if (available < count) {
            log.add("short of " + item);
            return false;
        }
        amounts.put(item, available - count);
        return true;
    }

    public int total() {
        int sum = 0;
        int[] sizes = {1, 2, 3};
        for (int i = 0; i < sizes.length; i++) {
            sum += sizes[i] * amounts.size();
        }
        while (sum > 1000) {
            sum /= 2;
        }
        return sum;
    }

    String describe(Object value) {
        switch (value.hashCode() % 3) {
            case 0:
                return "none";
            case 1:
                return "one";
            default:
                return value == null ? "null" : value.toString();
        }
    }

    List<String> names(char separator) {
        List<String> names = new ArrayList<>();
        amounts.forEach((name, amount) -> {
            try {
                names.add(name + separator + amount);
            } catch (RuntimeException problem) {
                System.err.println(problem.getMessage());
            } finally {
                log.clear();
            }
        });
        return names;
    }

    interface Listener<T extends Comparable<T>> {
        void changed(T before, T after) throws Exception;
    }

    enum Kind { FRESH, FROZEN, DRY }
}
