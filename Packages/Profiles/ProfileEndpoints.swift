import Foundation
public import Networking
public import OrbitModels
import TimeAndChance

/// The routes of profiles and photos: the user's own, and those of other people.
public enum ProfileRoutes {
    /// `GET /users/me`.
    public static let me = Route(.get, "/users/me")
    /// `PUT /users/me`.
    public static let updateMe = Route(.put, "/users/me")
    /// `POST /users/me/photo`.
    public static let uploadPhoto = Route(.post, "/users/me/photo")
    /// A person on campus that the caller may see.
    public static let person = Route(.get, "/users/{user_id}")
    /// Responds with the image itself, not with an envelope.
    public static let photo = Route(.get, "/users/{user_id}/photos/{photo_id}")

    /// All routes of this area.
    public static let all = [me, updateMe, uploadPhoto, person, photo]
}

/// The response of `/users/me`: the profile, and whether it is complete enough to be discovered.
public struct ProfileData: Codable, Hashable, Sendable {
    /// The identifier of the caller.
    public var userID: UserID
    /// The address that the caller signs in with.
    public var email: String
    /// The saved profile; `nil` for a new account.
    public var profile: Profile?
    /// Whether the profile is complete enough to be suggested to other people.
    public var profileComplete: Bool
    /// The effective dates of the free hours and the home; `nil` if the server does not state them.
    public var effectiveDates: EffectiveDates?

    /// Creates the data.
    public init(
        userID: UserID, email: String, profile: Profile?, profileComplete: Bool, effectiveDates: EffectiveDates? = nil
    ) {
        self.userID = userID
        self.email = email
        self.profile = profile
        self.profileComplete = profileComplete
        self.effectiveDates = effectiveDates
    }

    private enum CodingKeys: String, CodingKey {
        case email, profile
        case effectiveDates = "counting"
        case userID = "user_id"
        case profileComplete = "profile_complete"
    }
}

/// The effective dates of the free hours and the home that a person has saved, for comparisons with other people.
///
/// The first value takes effect at once. A later value takes effect thirty days after the previous value did. Matches
/// see a saved value at once.
///
/// ```swift
/// if let hours = data.effectiveDates?.availability, today < hours.from {
///     hours.before   // in effect until then
/// }
/// ```
public struct EffectiveDates: Codable, Hashable, Sendable {
    /// The effective date of the free hours; `nil` if no free hours are saved.
    public var availability: EffectiveDate<WeeklyAvailability>?
    /// The effective date of the point on the map; `nil` if no point is saved.
    public var coordinates: EffectiveDate<Coordinates>?

    /// Creates the values.
    public init(
        availability: EffectiveDate<WeeklyAvailability>? = nil, coordinates: EffectiveDate<Coordinates>? = nil
    ) {
        (self.availability, self.coordinates) = (availability, coordinates)
    }
}

/// The effective date of a saved value.
public struct EffectiveDate<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The first day on which the saved value is in effect, by the campus's calendar. The day may have passed.
    public var from: CalendarDay
    /// The value in effect until that day; `nil` if there is no such value.
    public var before: Value?

    /// Creates the value.
    public init(from: CalendarDay, before: Value? = nil) {
        (self.from, self.before) = (from, before)
    }
}
