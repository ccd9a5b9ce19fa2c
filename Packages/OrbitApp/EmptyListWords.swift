public import OrbitModels

extension Vocabulary {
    /// The sentences for lists and values of which there is nothing to show, by ``ListName``; `other` for all others.
    public static let emptyLists = Vocabulary(
        "empty_list",
        [
            "other": "There is nothing here yet.",
            "person": "This person shows nothing to you.",
            "profile": "You have no profile yet. Fill it in to begin.",
            "discover": "No one new today. Look again tomorrow.",
            "dealbreakers": "You have no dealbreakers.",
            "less_like": "You have put no one aside.",
            "pokes.incoming": "No pokes wait for your answer.",
            "pokes.outgoing": "None of your pokes waits for an answer.",
            "blocks": "You have blocked no one.",
            "mutes": "You have muted no one.",
            "matches": "You have no matches yet. Poke someone to begin.",
            "today": "There is no match today.",
            "meetups": "There are no meetups that fit. Search for something else, or plan one.",
            "meetups.mine": "You have no meetups yet. Join one, or plan one.",
            "meetups.requests": "No requests wait for your decision.",
            "meetups.invitations": "No invitations wait for your answer.",
            "meetups.invited": "You have invited no one yet.",
            "meetups.posts": "Nobody has written here yet.",
            "meetups.attendees": "No one attends yet.",
            "meetups.consent": "You are not suggested for meetups.",
            "meetups.suggested": "There are no suggestions for meetups today.",
            "meetups.suggested_people": "There is no one to suggest for this meetup.",
            "meetups.blocked": "No one whom you have blocked attends.",
            "calendar": "Your calendar has no address yet.",
            "ratings.due": "There is no one to rate.",
            "ratings.given": "You have rated no one yet.",
            "ratings.received": "You have no ratings yet.",
            "own_reputation": "You have no reputation yet.",
            "reputation": "There is too little to show yet.",
            "expected_attendance": "There is too little to say yet.",
            "points": "You have no points yet.",
            "check_ins": "You have no check-ins.",
            "plan_share": "You share this plan with no one.",
            "reports": "You have reported nothing.",
            "decisions": "Nothing was decided about you.",
            "moderation.cases": "No cases wait.",
            "moderation.appeals": "No appeals wait.",
            "moderation.audit": "No moderator has decided anything yet.",
        ])
}

extension Words {
    /// The sentence for a list or value of which there is nothing to show.
    public func empty(_ list: ListName) -> String {
        text(list.rawValue, in: .emptyLists) ?? sentence("other", in: .emptyLists)
    }
}
