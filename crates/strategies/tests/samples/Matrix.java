package math;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import static java.lang.Math.max;

public final class Matrix {
    private final double[][] cells;

    Matrix(int rows, int columns) {
        cells = new double[rows][columns];
    }

    public Matrix times(Matrix other) {
        Matrix result = new Matrix(cells.length, other.cells[0].length);
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < other.cells[0].length; j++) {
                double sum = 0.0;
                for (int k = 0; k < other.cells.length; k++) {
                    sum += cells[i][k] * other.cells[k][j];
                }
                result.cells[i][j] = sum;
            }
        }
        return result;
    }

    public static <T> T first(T[] values, T otherwise) {
        if (values.length == 0) {
            return otherwise;
        }
        return values[0];
    }

    int fold(int[] values, IntBinaryOperator operator) {
        int result = 0;
        int i = 0;
        do {
            result = operator.applyAsInt(result, values[i]);
            i++;
        } while (i < values.length && result < 1000);
        return max(result, (int) Math.round(2.5));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (double[] row : cells) {
            if (text.length() > 1) text.append(", ");
            text.append(Arrays.toString(row));
        }
        return text.append(']').toString();
    }

    public static void main(String[] args) {
        Matrix unit = new Matrix(2, 2);
        unit.cells[0][0] = unit.cells[1][1] = 1;
        System.out.println(unit.times(unit));
        System.out.printf("%d %s%n", args.length, "done");
    }
}
