public import OrbitModels

/// The codes of this module's rules, beside those of `Validation`.
extension FailureCode {
    /// A time that has passed.
    public static let inThePast = Self(rawValue: "in_the_past")
    /// A time further ahead than plans are made. Parameter: `days`.
    public static let tooFarAhead = Self(rawValue: "too_far_ahead")
    /// An end at or before the start.
    public static let endsBeforeStart = Self(rawValue: "ends_before_start")
    /// An end too long after the start. Parameter: `days`.
    public static let lastsTooLong = Self(rawValue: "lasts_too_long")
    /// A time after the start.
    public static let afterStart = Self(rawValue: "after_start")
    /// The name of no time zone.
    public static let unknownZone = Self(rawValue: "unknown_zone")
    /// A point that does not lie on the Earth.
    public static let notOnEarth = Self(rawValue: "not_on_earth")
    /// A rule that meetups cannot repeat by; see ``SeriesPlan``.
    public static let unknownRepetition = Self(rawValue: "unknown_repetition")
    /// A rule without an end. Parameter: `max`.
    public static let neverEnds = Self(rawValue: "never_ends")
    /// A rule that does not fall on the start.
    public static let startsOffRule = Self(rawValue: "starts_off_rule")
    /// Occurrences of a series of which one begins before the other ends.
    public static let overlaps = Self(rawValue: "overlaps")
    /// Another day for a series whose rule cannot say so.
    public static let cannotMoveSeries = Self(rawValue: "cannot_move_series")
    /// More than the user's trust level allows. Parameter: `needed`, a sentence that says what is needed.
    public static let notUnlocked = Self(rawValue: "not_unlocked")
}
