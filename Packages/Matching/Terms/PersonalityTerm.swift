import OrbitModels

/// The term of personality: the closeness of the sliders that *both* people have answered.
enum PersonalityTerm {
    /// Returns the value, or `nil` if no slider was answered by both people.
    static func value(_ distance: SliderDistance) -> TermValue? {
        guard distance.answered > 0 else { return nil }
        let answered = Double(distance.answered)
        return TermValue(1 - (distance.squared / answered).squareRoot(), answered: answered / 3)
    }
}

/// The three sliders as numbers. An unanswered slider is NaN.
struct Sliders {
    let values: (Float, Float, Float)

    init(_ values: (Float, Float, Float)) {
        self.values = values
    }

    init(_ personality: Personality) {
        func number(_ slider: UnitInterval?) -> Float { slider.map { Float($0.value) } ?? .nan }
        values = (
            number(personality.introvertExtrovert), number(personality.spontaneousPlanner),
            number(personality.activeRelaxed)
        )
    }
}

/// The distance between two people's sliders.
struct SliderDistance {
    /// The sum of the squared differences, 0 to 3.
    let squared: Double
    /// The number of sliders that both people have answered, 0 to 3.
    let answered: Int

    @inline(__always)
    init(_ mine: Sliders, _ theirs: Sliders) {
        let differences = (
            Double(mine.values.0) - Double(theirs.values.0), Double(mine.values.1) - Double(theirs.values.1),
            Double(mine.values.2) - Double(theirs.values.2)
        )
        var squared = 0.0
        var answered = 0
        if !differences.0.isNaN { (squared, answered) = (squared + differences.0 * differences.0, answered + 1) }
        if !differences.1.isNaN { (squared, answered) = (squared + differences.1 * differences.1, answered + 1) }
        if !differences.2.isNaN { (squared, answered) = (squared + differences.2 * differences.2, answered + 1) }
        (self.squared, self.answered) = (squared, answered)
    }
}
