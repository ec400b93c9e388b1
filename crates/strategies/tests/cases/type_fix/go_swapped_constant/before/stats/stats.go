package stats

// Scale multiplies values.
func Scale(values []float64, factor float64) []float64 {
	scaled := make([]float64, 0, len(values))
	for _, value := range values {
		scaled = append(scaled, value*factor)
	}
	return scaled
}
