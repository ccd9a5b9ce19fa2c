public import Foundation

/// The parameters of a summary. Decision 19 has the effect of each parameter on attacks.
struct RatingParameters: Hashable, Sendable {
    /// The minimum number of people in a batch.
    var batchPeople = 5
    /// The minimum number of meetups in a batch.
    var batchMeetups = 3
    /// The maximum number of votes of a circle of people who all know each other.
    var circleVotes = 4
    /// The number of days for which two raters count as strangers after their first meeting. They know each other if
    /// the last rating of each was given after these days. This applies only to raters of the same meetup, because they
    /// met there. With 0, all people who have met know each other.
    var strangerDays = 15
    /// The number of confirmations with which a rater has half a vote. With 0, every rater has a whole vote.
    ///
    /// A confirmer has confirmed a meeting with the rater by a rating, and is not a rater of the same person. Each
    /// confirmer counts as one confirmation in total, in equal parts for all raters that the confirmer has confirmed. A
    /// rater's own check-in is not a confirmation.
    var halfVoteConfirmations = 5
    /// The maximum number of votes of all ratings in one week. With 0, there is no limit.
    var weekVotes = 4
    /// The number of votes that are added to the votes for each person, with the distribution of the campus.
    var campusVotes = 6
    /// The distance from the mean, in stars, beyond which the pull of a vote does not increase. With infinity, the
    /// result is the plain mean.
    var reach = 1.25
    /// The minimum total of votes for a summary, in 65,536ths.
    var leastVotes = 196_608

    /// The parameters in force.
    static let standard = RatingParameters()

    /// The maximum number of a person's ratings that count, the newest first.
    static let maxRatings = 1_000
    /// The days in a month of the decay.
    static let monthDays = 30
    /// The half-life of a rating in months: one year.
    static let halfLifeMonths = 12
    /// The months after which a rating no longer counts: five years.
    static let countedMonths = 60
    /// The days for which a summary is shown after the last batch: two years.
    static let shownDays = 730
    /// The minimum number of people for the shares of stars.
    static let sharesPeople = 10
    /// The minimum number of people who have given a tag, and of their meetups.
    static let tagPeople = 3
    static let tagMeetups = 2
}

/// The times in which a rating can be given and changed.
public enum RatingWindow {
    /// The time after the end of a meetup in which its attendees may rate each other: 14 days. Then all ratings are
    /// shown.
    public static let open: TimeInterval = 14 * 86_400
    /// The time after a rating is given in which it may be changed: one day. A rating that is shown is final.
    public static let editable: TimeInterval = 86_400
}
