/// Home: the step from one square to the other.
enum HomeTerm {
    /// `nil` if either home is unknown.
    static func value(_ step: HomeStep?) -> TermValue? { step.map { TermValue($0.worth) } }
}
