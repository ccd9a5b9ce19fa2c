public import OrbitModels

extension NotificationKind: LocalizedTextConvertible {
    /// The texts of notifications, by kind.
    ///
    /// All times are on the user's wall clock. The parameters are:
    ///
    /// - `title`: the title of the subject; in a digest, of its first subject
    /// - `time`, `date`: the start, such as `18:30` and `2026-11-22`
    /// - `days`: the number of days from the notification to the start
    /// - `end_time`, `end_date`, `end_days`: the same for the end
    /// - `count`, `others`: in a digest, the number of reminders and of subjects after the first
    public static let vocabulary = Vocabulary(
        "notification",
        [
            "day_before": MessageTemplate { Self.sentence("{title} is {day} at {time}.", $0) },
            "hour_before": "{title} starts at {time}.",
            "leave_now": "Leave now for {title}: it starts at {time}.",
            "reconfirm": MessageTemplate { Self.sentence("Are you still coming to {title} {day} at {time}?", $0) },
            "after_meetup": "How was {title}?",
            "new_request": "{title}: someone is waiting for your answer.",
            "rating_due": MessageTemplate { Self.sentence("Rate {title} before {end_time} {end_day}.", $0) },
            "proposal_deadline": MessageTemplate {
                Self.sentence("Answer the proposal {title} before {end_time} {end_day}.", $0)
            },
            "invitation_deadline": MessageTemplate {
                Self.sentence("Answer the invitation to {title} before {end_time} {end_day}.", $0)
            },
            "check_in_due": "Are you safe? Say so in the app before {end_time}.",
            "digest": MessageTemplate { parameters in
                parameters["others"]?.integer == 0
                    ? MessageTemplate(template: "{title}: {count} reminders.")(parameters)
                    : MessageTemplate(template: "{title} and {others} more.")(parameters)
            },
            "more_coming": "You have more plans. Open the app to get more reminders.",
        ])

    /// Returns a text in which `{day}` and `{end_day}` are today, tomorrow, or a date.
    private static func sentence(_ template: String, _ parameters: [String: ParameterValue]) -> String? {
        var parameters = parameters
        parameters["day"] = day(parameters["days"]?.integer, parameters["date"])
        parameters["end_day"] = day(parameters["end_days"]?.integer, parameters["end_date"])
        return MessageTemplate(template: template)(parameters)
    }

    private static func day(_ days: Int?, _ date: ParameterValue?) -> ParameterValue? {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: date.map { .text("on \($0)") }
        }
    }
}

extension PlannedNotification {
    /// Returns the text for the user. A kind without a text of its own shows the title of its subject.
    public func text(in words: LocalizedStrings) -> String {
        let known = words.text(template, in: NotificationKind.vocabulary, parameters)
        return known ?? parameters["title"]?.description ?? words(kind)
    }
}
