import OrbitModels
import Presentation

/// The optional members of the draft as text fields and sliders hold them. Setting any of them changes the draft and
/// nothing else.
extension ProfileViewModel {
    /// Empty if none is given.
    public var city: String {
        get { draft.location?.city ?? "" }
        set { changeLocation { $0.city = newValue } }
    }

    /// A state, province or region; empty if none is given.
    public var region: String {
        get { draft.location?.state ?? "" }
        set { changeLocation { $0.state = newValue.isEmpty ? nil : newValue } }
    }

    /// Empty if none is given.
    public var major: String {
        get { draft.major ?? "" }
        set { draft.major = newValue.isEmpty ? nil : newValue }
    }

    /// The year of birth. It stays while the month is not chosen yet.
    public var birthYear: Int? {
        get { draft.birthMonth?.year ?? typedBirth.year }
        set { setBirth(year: newValue, month: birthMonthNumber) }
    }

    /// The month of birth, 1 to 12. It stays while the year is not chosen yet.
    public var birthMonthNumber: Int? {
        get { draft.birthMonth?.month ?? typedBirth.month }
        set { setBirth(year: birthYear, month: newValue) }
    }

    /// 0 is introvert, 1 is extrovert, `nil` not set. What lies beyond an end is that end; what is not a number
    /// is `nil`.
    public var introvertExtrovert: Double? {
        get { draft.personality.introvertExtrovert?.value }
        set { draft.personality.introvertExtrovert = Self.slider(newValue) }
    }

    /// 0 is spontaneous, 1 is a planner; otherwise as ``introvertExtrovert``.
    public var spontaneousPlanner: Double? {
        get { draft.personality.spontaneousPlanner?.value }
        set { draft.personality.spontaneousPlanner = Self.slider(newValue) }
    }

    /// 0 is active, 1 is relaxed; otherwise as ``introvertExtrovert``.
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
    /// Touches every field that differs.
    mutating func touch(from before: Profile, to after: Profile) {
        for field in ProfileField.allCases where !ProfilePart.member(field).isEqual(in: before, and: after) {
            touch(field.rawValue)
        }
    }
}
