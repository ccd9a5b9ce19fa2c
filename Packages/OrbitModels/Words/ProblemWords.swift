extension ProblemCode: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts. The parameters are the details of the problem, if the server
    /// sends any.
    ///
    /// The server's own sentence is more specific than the English text here. Only a front end's own text replaces the
    /// server's sentence; see ``Problem/message(in:)``.
    public static let vocabulary = Vocabulary(
        "problem",
        [
            "unspecified": "That did not work. Try again in a moment.",
            "invalid_input": "Check what you have entered and try again.",
            "malformed_request": "The server could not read this. Update the app and try again.",
            "not_found": "This cannot be found. It may have been deleted.",
            "method_not_allowed": "The server does not offer this. Update the app and try again.",
            "forbidden": "You cannot do this.",
            "payload_too_large": "This is too large. Choose something smaller.",
            "unsupported_media_type": "You cannot use this kind of file here. Choose another one.",
            "rate_limited": "You have tried this too often. Wait a while, then try again.",
            "unavailable": "The server is not available. Try again in a moment.",
            "code_incorrect": "This code is not right. Check it and try again.",
            "code_expired": "This code has expired. Request a new one.",
            "unauthenticated": "You are signed out. Sign in to go on.",
            "session_ended": "Your session has ended. Sign in again to go on.",
            "account_suspended": "Your account is suspended. You can read why, and appeal.",
            "sign_in_again": "You cannot undo this. Sign out, sign in again, then try once more.",
            "version_conflict": "This was changed elsewhere. Load it again, then repeat your change.",
            "version_required": "Load this again, then repeat your change.",
            "idempotency_key_required": "The server could not read this. Update the app and try again.",
            "idempotency_key_reused": "This did not go through. Try again.",
            "idempotency_key_in_flight": "The server is still working on this. Try again in a moment.",
            "too_many_photos": "Your profile has no room for another photo. Remove one first.",
            "profile_incomplete": "Complete your profile first.",
            "already_poked": "You have already poked this person. Wait for an answer.",
            "poke_over": "This poke has ended. Load the list again.",
            "meetup_over": "This meetup has ended. Look for another one.",
            "meetup_full": "There are not enough places. Join the wait list, or look for another meetup.",
            "not_in_time": "It is too early or too late for this.",
            "already_decided": "This has already been decided. Load the list again.",
            "too_many_meetups": "You have as many of these as allowed. Finish or cancel one first.",
            "invitation_over": "This invitation has ended. Ask the host for another one.",
            "not_attending": "Only people who attend can do this.",
            "not_met": "You can only rate people you met at this meetup.",
            "already_rated": "You have already rated this person for this meetup.",
            "rating_final": "You can no longer change this rating.",
            "limit_reached": "You have as many of these as allowed. Remove one first.",
            "check_in_over": "This check-in has ended. Plan a new one.",
            "contact_refuses": "This person does not take messages from Orbit. Choose another contact.",
            "blocked_person_attends": "Someone you blocked is going to this meetup.",
            "not_unlocked": "You cannot do this yet. See what your next level needs.",
            "proposal_closed": "This proposal is no longer open. Load it again, or make a new one.",
            "conversation_closed": "You can read this conversation, but not write in it any more.",
            "edit_expired": "You can no longer change this message. Send a new one.",
            "too_many_reactions": "This message has as many different reactions as allowed. Choose one of them.",
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
