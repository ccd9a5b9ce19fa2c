public import OrbitModels
public import Validation

extension EventCatalogue {
    /// The events of mutes, check-ins and shared plans.
    public static let safety = EventCatalogue([
        .muteSet: Keyed<MutedPerson>.self, .muteEnded: Keyed<UserID>.self,
        .checkInChanged: Keyed<SafetyCheckIn>.self,
        .planShareChanged: Keyed<PlanShare>.self,
        .blockedAttendanceChanged: Keyed<BlockedAttendance>.self,
    ])
}

extension MuteSurface: LocalizedTextConvertible {
    /// The English names of the surfaces of a mute.
    public static let vocabulary = Vocabulary(
        "mute_surface",
        [
            "suggestions": "Suggestions", "pokes": "Pokes", "posts": "Posts", "invitations": "Invitations",
            "requests": "Requests to join",
        ])
}

extension CheckInState: LocalizedTextConvertible {
    /// The English texts for the states of a check-in, one or two words each.
    public static let vocabulary = Vocabulary(
        "check_in_state",
        ["waiting": "Running", "safe": "Safe", "missed": "Missed", "cancelled": "Cancelled", "ended": "Ended"])
}

extension Vocabulary {
    /// The English texts that are shown with a check-in. Parameter: `contact`. The key `about` is shown with the form.
    public static let checkInNotices = Vocabulary(
        "check_in_notice",
        [
            "about":
                "A check-in alerts a person you choose, not the police. If you are in danger, call the emergency services.",
            "waiting": "If you do not say that you are safe, {contact} gets an email.",
            "due": "Are you safe? If you do not say so soon, {contact} gets an email.",
            "contact_refuses":
                "{contact} does not take messages from Orbit, so we will tell nobody. Plan another check-in.",
            "missed": "We are telling {contact} that you have not checked in. If you are safe, say so now.",
            "told":
                "We told {contact} that you have not checked in. If you are safe, say so. We then tell them at once.",
            "missed_untold":
                "You have missed this check-in. {contact} does not take messages from Orbit, so we told nobody.",
            "missed_undelivered":
                "We do not know whether our emails to {contact} arrived. If you need help, call someone.",
            "all_clear_undelivered":
                "We do not know whether our emails to {contact} arrived. Tell them yourself that you are safe.",
            "all_clear_refused":
                "{contact} does not take messages from Orbit and does not know that you are safe. Tell them yourself.",
            "safe": "You have said that you are safe. We told nobody.",
            "all_clear_pending": "We are telling {contact} that you are safe.",
            "all_clear": "We told {contact} that you are safe.",
            "cancelled": "You have cancelled this check-in. We told nobody.",
            "ended": "This check-in ended because your account was not active. We told nobody.",
        ])

    /// The English texts that are shown with the link to a shared plan.
    public static let planSharing = Vocabulary(
        "plan_sharing",
        [
            "shown_once": "Send this link now: it is not shown again.",
            "not_shown_again":
                "This plan has a link. If you need it again, make a new one. The old link then stops working.",
            "whoever_has_it":
                "Anyone who has this link sees the title, the time and the exact place of this meetup. They also see your first name, and whether you have said that you are safe. The link stops working some hours after the meetup.",
        ])

    /// The vocabularies of mutes, check-ins and shared plans.
    public static let safety = [
        MuteSurface.vocabulary, CheckInState.vocabulary, checkInNotices, planSharing,
    ]
}

extension FormName {
    /// The form of a new check-in.
    public static let checkIn = Self(rawValue: "check_in")
}

extension MessageCatalogue {
    /// The English catalogue with the texts of the check-in form.
    public static let safety = MessageCatalogue.english.overlaid(with: safetyAlone)

    /// The texts of the check-in form alone.
    public static let safetyAlone = MessageCatalogue(templates: [
        .dueTooSoon: "Choose a time at least {minutes} minutes from now.",
        .dueTooLate: "Choose a time within {hours} hours.",
        .notLater: "Choose a later time than before.",
        .containsLink: "Write the name without a web or email address.",
        .needsMeetup: "Choose the meetup that your contact should know about.",
    ])
}
