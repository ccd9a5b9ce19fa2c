public import OrbitModels

/// From when what a person has saved of their free hours and home counts where others are compared with them. The first
/// counts at once, and a later one thirty days after the last that counted; matches see it at once.
///
/// ```swift
/// if let hours = data.counting?.availability, today < hours.from {
///     hours.before   // counts until then
/// }
/// ```
public struct CountingValues: Codable, Hashable, Sendable {
    /// Of the free hours; `nil` if none are saved.
    public var availability: CountingValue<WeeklyAvailability>?
    /// Of the point on the map; `nil` if none is saved.
    public var coordinates: CountingValue<Coordinates>?

    /// Creates the values.
    public init(
        availability: CountingValue<WeeklyAvailability>? = nil, coordinates: CountingValue<Coordinates>? = nil
    ) {
        (self.availability, self.coordinates) = (availability, coordinates)
    }
}

/// From when a saved value counts.
public struct CountingValue<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The first day on which the saved value counts, by the campus's calendar; it may have passed.
    public var from: CalendarDay
    /// What counts until that day; `nil` for nothing.
    public var before: Value?

    /// Creates the value.
    public init(from: CalendarDay, before: Value? = nil) {
        (self.from, self.before) = (from, before)
    }
}
