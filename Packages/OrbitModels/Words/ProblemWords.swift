extension ProblemCode: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts. The parameters are the details of the problem, if the server
    /// sends any.
    ///
    /// The server's own sentence is more specific than the English text here. Only a front end's own text replaces the
    /// server's sentence; see ``Problem/message(in:)``.
    public static let vocabulary = Vocabulary(
        "problem",
        [
            "unspecified": "The server refused. Try again in a moment.",
            "invalid_input": "Check what you have entered and try again.",
            "malformed_request": "The server could not read this. Update the app and try again.",
            "not_found": "This cannot be found. It may have been deleted.",
            "method_not_allowed": "The server does not offer this. Update the app and try again.",
            "forbidden": "You cannot do this.",
            "payload_too_large": "This is too large. Choose something smaller.",
            "unsupported_media_type": "The server does not accept files of this kind. Choose another.",
            "rate_limited": "You have tried this too often. Wait a while, then try again.",
            "unavailable": "The server is not available. Try again in a moment.",
            "code_incorrect": "This code is not right. Check it and try again.",
            "code_expired": "This code has expired. Request a new one.",
            "unauthenticated": "You are signed out. Sign in to go on.",
            "session_ended": "Your session has ended. Sign in again to go on.",
            "account_suspended": "Your account is suspended. You can read why, and appeal.",
            "sign_in_again": "This cannot be undone. Sign out and in again, then repeat it.",
            "version_conflict": "This was changed elsewhere. Load it again, then repeat your change.",
            "version_required": "Load this again, then repeat your change.",
            "idempotency_key_required": "The server could not read this. Update the app and try again.",
            "idempotency_key_reused": "The server has another request under this name. Try again.",
            "idempotency_key_in_flight": "The server is still at work on this. Try again in a moment.",
            "too_many_photos": "Your profile is full of photos. Remove one first.",
            "profile_incomplete": "Complete your profile first.",
            "already_poked": "You have poked this person already. Wait for the answer.",
            "poke_over": "This poke has ended. Load the list again.",
            "meetup_over": "This meetup has ended. Look for another one.",
            "meetup_full": "There are not enough places. Join the waiting list, or look for another meetup.",
            "not_in_time": "It is not the time for this.",
            "already_decided": "This was decided already. Load the list again.",
            "too_many_meetups": "You have as many as allowed. Finish or cancel one first.",
            "invitation_over": "This invitation has ended. Ask the host for another one.",
            "not_attending": "Only people who attend can do this.",
            "not_met": "You can rate only people whom you have met at the meetup.",
            "already_rated": "You have rated this person for this meetup.",
            "rating_final": "This rating can no longer be changed.",
            "limit_reached": "You have as many of these as allowed. Remove one first.",
            "check_in_over": "This check-in has ended. Plan a new one.",
            "contact_refuses": "This contact takes no messages. Choose another.",
            "blocked_person_attends": "A person whom you have blocked attends this meetup.",
            "not_unlocked": "You cannot do this yet. See what your next level needs.",
        ])
}

extension Problem {
    /// Returns the sentence for a screen. The order is the front end's own sentence for the code, the server's
    /// sentence, and the English text of the code.
    public func message(in words: LocalizedStrings) -> String {
        if let own = words.own(code.rawValue, in: ProblemCode.vocabulary, details) { return own }
        return message.isEmpty ? words(code) : message
    }
}
