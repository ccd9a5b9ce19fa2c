public import Foundation

/// The times of a rating, counted from the end of the meetup.
public enum RatingWindow {
    /// How long after the end of a meetup its attendees may rate each other: 14 days. Then all ratings are shown.
    public static let open: TimeInterval = 14 * 86_400
    /// How long after it was given a rating may be changed: a day, and not once it is shown.
    public static let editable: TimeInterval = 86_400
}
