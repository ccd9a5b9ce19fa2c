import OrbitModels
import Presentation

/// Optional members of the draft, as values for text fields and sliders. Setting a property changes only the draft.
extension ProfileViewModel {
    /// The city; empty if it is not set.
    public var city: String {
        get { draft.location?.city ?? "" }
        set { changeLocation { $0.city = newValue } }
    }

    /// The state, province or region; empty if it is not set.
    public var region: String {
        get { draft.location?.state ?? "" }
        set { changeLocation { $0.state = newValue.isEmpty ? nil : newValue } }
    }

    /// The major; empty if it is not set.
    public var major: String {
        get { draft.major ?? "" }
        set { draft.major = newValue.isEmpty ? nil : newValue }
    }

    /// The year of birth. It is kept while the month is not chosen yet.
    public var birthYear: Int? {
        get { draft.birthMonth?.year ?? typedBirth.year }
        set { setBirth(year: newValue, month: birthMonthNumber) }
    }

    /// The month of birth, 1 to 12. It is kept while the year is not chosen yet.
    public var birthMonthNumber: Int? {
        get { draft.birthMonth?.month ?? typedBirth.month }
        set { setBirth(year: birthYear, month: newValue) }
    }

    /// The position from 0 (introvert) to 1 (extrovert); `nil` if it is not set. A new value is clamped to this range,
    /// and NaN sets `nil`.
    public var introvertExtrovert: Double? {
        get { draft.personality.introvertExtrovert?.value }
        set { draft.personality.introvertExtrovert = Self.slider(newValue) }
    }

    /// The position from 0 (spontaneous) to 1 (planner); see ``introvertExtrovert``.
    public var spontaneousPlanner: Double? {
        get { draft.personality.spontaneousPlanner?.value }
        set { draft.personality.spontaneousPlanner = Self.slider(newValue) }
    }

    /// The position from 0 (active) to 1 (relaxed); see ``introvertExtrovert``.
    public var activeRelaxed: Double? {
        get { draft.personality.activeRelaxed?.value }
        set { draft.personality.activeRelaxed = Self.slider(newValue) }
    }

    private func setBirth(year: Int?, month: Int?) {
        let whole = year.flatMap { year in month.flatMap { BirthMonth(year: year, month: $0) } }
        typedBirth = whole == nil ? (year, month) : (nil, nil)
        draft.birthMonth = whole
    }

    private func changeLocation(_ change: (inout Location) -> Void) {
        var location = draft.location ?? Location(city: "")
        change(&location)
        draft.location = location == Location(city: "") ? nil : location
    }

    private static func slider(_ value: Double?) -> UnitInterval? {
        value.flatMap { UnitInterval(min(max($0, 0), 1)) }
    }
}

extension TouchedFields {
    /// Marks each field that differs between two profiles as touched.
    mutating func touch(from before: Profile, to after: Profile) {
        for field in ProfileField.allCases where !ProfilePart.member(field).isEqual(in: before, and: after) {
            touch(field.rawValue)
        }
    }
}
