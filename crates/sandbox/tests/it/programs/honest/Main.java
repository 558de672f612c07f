import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

class Main {
    public static void main(String[] args) throws Exception {
        Path file = Path.of("written.txt");
        Files.writeString(file, "a\nb\n");
        if (!Files.readAllLines(file).equals(List.of("a", "b"))) throw new Error("written.txt");
        Path other = Files.createTempFile("one", "other");
        Files.copy(file, other, StandardCopyOption.REPLACE_EXISTING);
        int[] sum = new int[1];
        Thread thread = new Thread(() -> sum[0] = IntStream.range(0, 100).parallel().sum());
        thread.start();
        thread.join();
        if (sum[0] != 4950) throw new Error("sum");
        System.out.printf(Locale.getDefault(), "ok%n");
    }
}
