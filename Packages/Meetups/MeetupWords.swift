public import OrbitModels
public import Validation

extension Vocabulary {
    /// The buttons of what guests do. Joining is `join`, `join_requested` or `join_waiting`, by what it comes to; leaving
    /// is `leave`, `leave_late`, or `leave_` and the state that is left without having had a place.
    public static let meetupActions = Vocabulary(
        "meetup_action",
        [
            "join": "Join", "join_requested": "Ask to join", "join_waiting": "Join the waiting list",
            "leave": "Cancel", "leave_late": "Cancel late", "leave_requested": "Take the request back",
            "leave_waiting": "Leave the waiting list", "leave_offered": "Turn the place down",
            "leave_invited": "Turn the invitation down", "take_offer": "Take the place",
            "reconfirm": "Yes, I am coming", "check_in": "I am here",
        ])

    /// What keeps a form from being saved, beside its fields.
    public static let meetupForm = Vocabulary(
        "meetup_form",
        [
            "conflicts": "This meetup was changed elsewhere. Choose what should stay, then save again.",
            "not_loaded": "Load the meetup first, then save.",
            "changed_too_often": "This meetup is being changed elsewhere. Try again in a moment.",
        ])

    /// Those of this module.
    public static let meetups = [
        meetupActions, meetupForm, repetition, MeetupRefusal.vocabulary, ClockNotice.vocabulary,
        MeetupReason.vocabulary, SuggestionConsent.vocabulary, calendarFeedActions, CalendarFeedNotice.vocabulary,
    ]
}

extension FormName {
    /// The form in which a meetup is planned, and what is said on joining one.
    public static let meetup = Self(rawValue: "meetup")
}

/// The codes of this module's rules, beside those of `Validation`.
extension FailureCode {
    /// A time that has passed.
    public static let inThePast = Self(rawValue: "in_the_past")
    /// A time further ahead than plans are made. Parameter: `days`.
    public static let tooFarAhead = Self(rawValue: "too_far_ahead")
    /// An end at or before the start.
    public static let endsBeforeStart = Self(rawValue: "ends_before_start")
    /// An end too long after the start. Parameter: `days`.
    public static let lastsTooLong = Self(rawValue: "lasts_too_long")
    /// A time after the start.
    public static let afterStart = Self(rawValue: "after_start")
    /// The name of no time zone.
    public static let unknownZone = Self(rawValue: "unknown_zone")
    /// A point that does not lie on the Earth.
    public static let notOnEarth = Self(rawValue: "not_on_earth")
    /// A rule that meetups cannot repeat by; see ``SeriesPlan``.
    public static let unknownRepetition = Self(rawValue: "unknown_repetition")
    /// A rule without an end. Parameter: `max`.
    public static let neverEnds = Self(rawValue: "never_ends")
    /// A rule that does not fall on the start.
    public static let startsOffRule = Self(rawValue: "starts_off_rule")
    /// Occurrences of a series of which one begins before the other ends.
    public static let overlaps = Self(rawValue: "overlaps")
    /// Another day for a series whose rule cannot say so.
    public static let cannotMoveSeries = Self(rawValue: "cannot_move_series")
    /// More than the user's trust level allows. Parameter: `needed`, a sentence that says what is needed.
    public static let notUnlocked = Self(rawValue: "not_unlocked")
}

extension MessageCatalogue {
    /// The English catalogue with what this module adds.
    public static let meetups = MessageCatalogue.english.overlaid(with: meetupsAlone)

    /// What this module adds, to be laid over another catalogue.
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
            .unknownRepetition: "Choose every so many days, weeks or months, at most twelve.",
            .neverEnds: "Choose when it ends: after at most {max} times.",
            .startsOffRule: "Choose a start on one of the days on which it repeats.",
            .overlaps: "Choose times so that each is over before the next begins.",
            .cannotMoveSeries:
                "Move this one alone, or cancel it and the following ones and plan them anew on the other day.",
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
            .notAllowed: "A series keeps its rule. Cancel the following ones and plan a new series.",
        ],
        "interest_tags": [.tooMany: "Keep at most {max} tags."],
        "capacity": [.outOfRange: "Choose room for {min} to {max} people, yourself included."],
        "place.link": [.malformed: "Enter the whole address, such as https://example.edu/room."],
        "companions": [.outOfRange: "You can bring at most {max} people along."],
        "text": [.required: "Write something first."],
    ]
}
