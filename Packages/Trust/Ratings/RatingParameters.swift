public import Foundation

/// The numbers by which ratings become what is shown. Decision 19 says what each is worth against attackers.
struct RatingParameters: Hashable, Sendable {
    /// How many people have to rate before anything changes.
    var batchPeople = 5
    /// Of how many meetups they have to be.
    var batchMeetups = 3
    /// A circle of people who all know each other counts as at most so many votes.
    var circleVotes = 4
    /// Raters of the same meetup who had first met no more than so many days before either rated last have met there,
    /// and count as strangers; 0: all who have met know each other.
    var strangerDays = 15
    /// A rater counts half whom so many people besides the raters of the same person have confirmed, each divided among
    /// the raters that it has confirmed; 0: everyone counts whole. A check-in of the rater alone confirms nothing.
    var halfKnown = 5
    /// All ratings of one week count as at most so many votes; 0: any number.
    var weekVotes = 4
    /// As many votes as the mean of the campus counts.
    var campusVotes = 6
    /// A vote that is further from the mean than so many stars pulls it no more than one at that distance; infinite: each
    /// pulls by its distance, which gives the plain mean.
    var reach = 1.25
    /// Votes, in 65,536ths, that must come together before anything is shown.
    var leastVotes = 196_608

    /// What applies.
    static let standard = RatingParameters()

    /// The ratings of a person that count at most, the newest ones.
    static let mostRatings = 1_000
    /// The days in a month of the decay.
    static let monthDays = 30
    /// A year after which a rating counts half, in months.
    static let halfLifeMonths = 12
    /// The months after which a rating does not count: five years of them.
    static let countedMonths = 60
    /// The days after the last change for which a summary is shown: two years.
    static let shownDays = 730
    /// The number of people from which on the shares of stars are shown.
    static let sharesPeople = 10
    /// The people who must have given a tag, and of how many meetups, before it is shown.
    static let tagPeople = 3
    static let tagMeetups = 2
}

/// The times of a rating, counted from the end of the meetup.
public enum RatingWindow {
    /// How long after the end of a meetup its attendees may rate each other: 14 days. Then all ratings are shown.
    public static let open: TimeInterval = 14 * 86_400
    /// How long after it was given a rating may be changed: a day, and not once it is shown.
    public static let editable: TimeInterval = 86_400
}
