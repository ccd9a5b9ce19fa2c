public import OrbitModels

extension MeetingRequestError: TranslatableError {
    /// The messages of requests that cannot be searched.
    public static let vocabulary = Vocabulary(
        "meeting_request_error",
        [
            "duration": "Choose how long to meet, at most 371 days.",
            "step": "Choose starts that divide a day evenly, such as every 15, 30 or 60 minutes.",
            "buffer": "Choose a time before and after the meeting from 0 minutes to 371 days.",
            "notice": "Choose a notice from 0 minutes to 371 days.",
        ])

    /// Returns a sentence with advice for the user.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .duration: words.sentence("duration", in: Self.vocabulary)
        case .step: words.sentence("step", in: Self.vocabulary)
        case .buffer: words.sentence("buffer", in: Self.vocabulary)
        case .notice: words.sentence("notice", in: Self.vocabulary)
        }
    }
}

extension ParticipantAttendance.Status: LocalizedTextConvertible {
    /// The words for a person's availability at a time.
    public static let vocabulary = Vocabulary(
        "attendance_at_time",
        ["available": "available", "if_needed": "only if needed", "missing": "not free", "busy": "busy"])

    /// The code in the vocabulary.
    public var localizationCode: String {
        switch self {
        case .available: "available"
        case .ifNeeded: "if_needed"
        case .missing: "missing"
        case .busy: "busy"
        }
    }
}

extension MeetingTimes {
    /// The texts of ``explanation(of:in:name:)`` and ``explanationOfObstacles(in:name:)``.
    public static let vocabulary = Vocabulary(
        "meeting_times",
        [
            "all_required": "{time} ({zone}): {coming} of {people} people, all of {required} required",
            "some_required": "{time} ({zone}): {coming} of {people} people, {required_coming} of {required} required",
            "none_required": "{time} ({zone}): {coming} of {people} people",
            "person": "{name}: {status}", "optional": "{name} (optional)",
            "local": "{time} ({zone}), {status}", "unsociable": "{status}, unusual hour",
            "window_too_short": "The meeting is longer than the time you can choose from.",
            "never_free": "{name} is never free for {duration}.",
            "longest": "The longest shared time is {duration}: {time}.", "nearest": "{time}: without {people}.",
            "missing_person": "{name} ({status})",
            "hours": "{hours} h", "minutes": "{minutes} min", "hours_minutes": "{hours} h {minutes} min",
            "seconds": "{seconds} s",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let calendars = [
        MeetingRequestError.vocabulary, ParticipantAttendance.Status.vocabulary, MeetingTimes.vocabulary,
        CalendarNames.monthVocabulary, CalendarNames.shortMonthVocabulary, CalendarEntry.Kind.vocabulary, calendarViews,
    ]
}
