import java.util.List;

class Main {
    static String size(List<String> items) {
        return items.size();
    }

    public static void main(String[] arguments) {
        int count = size(List.of(arguments));
        System.out.println(count + 1);
    }
}
