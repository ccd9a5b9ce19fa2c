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

extension MessageCatalogue {
    /// The English catalogue with what this module adds.
    public static let meetups = MessageCatalogue.english.overlaid(
        with: MessageCatalogue(
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
            templatesByForm: [.meetup: fields]))

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
