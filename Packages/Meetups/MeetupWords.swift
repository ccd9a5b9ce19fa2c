public import OrbitModels
public import Validation

extension Vocabulary {
    /// The titles of the buttons for guests.
    ///
    /// The key of joining depends on the expected result: `join` for a place, `join_requested` for a request, and
    /// `join_waiting` for the wait list. The keys of leaving are `leave`, `leave_late`, and `leave_` with the current
    /// state if the guest does not have a place yet.
    public static let meetupActions = Vocabulary(
        "meetup_action",
        [
            "join": "Join", "join_requested": "Ask to join", "join_waiting": "Join the wait list",
            "leave": "Cancel", "leave_late": "Cancel late", "leave_requested": "Take the request back",
            "leave_waiting": "Leave the wait list", "leave_offered": "Decline the place",
            "leave_invited": "Decline the invitation", "take_offer": "Take the place",
            "reconfirm": "Yes, I am coming", "check_in": "I am here",
        ])

    /// The messages about problems that prevent saving and that concern no single field.
    public static let meetupForm = Vocabulary(
        "meetup_form",
        [
            "conflicts": "This meetup was changed elsewhere. Choose what to keep, then save again.",
            "not_loaded": "Load the meetup first, then save.",
            "changed_too_often": "This meetup is being changed elsewhere. Try again in a moment.",
        ])

    /// The vocabularies of this module.
    public static let meetups = [
        meetupActions, meetupForm, repetition, MeetupRefusal.vocabulary, LocalTimeWarning.vocabulary,
        MeetupReason.vocabulary, SuggestionConsent.vocabulary, calendarFeedActions, CalendarFeedNotice.vocabulary,
    ]
}

extension FormName {
    /// The form for a new or edited meetup, and for the message of a request.
    public static let meetup = Self(rawValue: "meetup")
}

/// The codes of this module's rules, in addition to those of `Validation`.
extension FailureCode {
    /// A time in the past.
    public static let inThePast = Self(rawValue: "in_the_past")
    /// A time too far in the future. Parameter: `days`.
    public static let tooFarAhead = Self(rawValue: "too_far_ahead")
    /// An end at or before the start.
    public static let endsBeforeStart = Self(rawValue: "ends_before_start")
    /// An end too long after the start. Parameter: `days`.
    public static let lastsTooLong = Self(rawValue: "lasts_too_long")
    /// A time after the start.
    public static let afterStart = Self(rawValue: "after_start")
    /// A text that is not the name of a time zone.
    public static let unknownZone = Self(rawValue: "unknown_zone")
    /// A point with coordinates out of range.
    public static let notOnEarth = Self(rawValue: "not_on_earth")
    /// A recurrence rule that meetups do not support. See ``SeriesPlan``.
    public static let unknownRepetition = Self(rawValue: "unknown_repetition")
    /// A recurrence rule without an end. Parameter: `max`.
    public static let neverEnds = Self(rawValue: "never_ends")
    /// A start on which the recurrence rule does not fall.
    public static let startsOffRule = Self(rawValue: "starts_off_rule")
    /// Occurrences of a series that overlap.
    public static let overlaps = Self(rawValue: "overlaps")
    /// A move of a series to another day that its rule cannot express.
    public static let cannotMoveSeries = Self(rawValue: "cannot_move_series")
    /// A value that exceeds the limit of the user's trust level. Parameter: `needed`, a sentence with the requirements.
    public static let notUnlocked = Self(rawValue: "not_unlocked")
}

extension MessageCatalogue {
    /// The English catalogue with the messages of this module.
    public static let meetups = MessageCatalogue.english.overlaid(with: meetupsAlone)

    /// The messages of this module, to be overlaid on another catalogue.
    public static let meetupsAlone = MessageCatalogue(
        templates: [
            .notUnlocked: "{needed}",
            .inThePast: "Choose a time that has not passed.",
            .tooFarAhead: "Choose a time within the next {days} days.",
            .endsBeforeStart: "Choose an end after the start.",
            .lastsTooLong: "Choose an end at most {days} days after the start.",
            .afterStart: "Choose a time before the start.",
            .unknownZone: "Choose a time zone from the list.",
            .notOnEarth: "Choose a point on the map again.",
            .unknownRepetition: "Choose to repeat it every 1 to 12 days, weeks or months.",
            .neverEnds: "Choose how many times it repeats, at most {max}.",
            .startsOffRule: "Choose a start on a day on which the meetup repeats.",
            .overlaps: "Choose other times. Each meetup must end before the next one begins.",
            .cannotMoveSeries:
                "Move only this meetup. Or cancel it and the following ones, and plan a new series on the other day.",
        ],
        templatesByForm: [.meetup: fields])

    private static let fields: [String: [FailureCode: MessageTemplate]] = [
        "title": [.required: "Give your meetup a title."],
        "event_type": [.required: "Choose what kind of meetup it is."],
        "time": [.required: "Choose when it starts."],
        "end_time": [.required: "Choose when it ends."],
        "repeats": [
            .tooMany: "Choose at most {max} times.", .tooFew: "Choose at least {min} times.",
            .tooFarAhead: "Choose an end within the next {days} days.",
            .notAllowed: "You cannot change how a series repeats. Cancel the following meetups and plan a new series.",
        ],
        "interest_tags": [.tooMany: "Keep at most {max} tags."],
        "capacity": [.outOfRange: "Choose room for {min} to {max} people, yourself included."],
        "place.link": [.malformed: "Enter the whole address, such as https://example.edu/room."],
        "companions": [.outOfRange: "You can bring at most {max} people along."],
        "text": [.required: "Write something first."],
    ]
}
