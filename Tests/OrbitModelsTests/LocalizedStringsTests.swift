import OrbitModels
import Testing

@Suite struct LocalizedStringsTests {
    @Test func `the default words are English`() {
        #expect(LocalizedStrings.english(PokeNote.coffee) == "Coffee?")
        #expect(LocalizedStrings.english(EventType.languageExchange) == "Language exchange")
        #expect(LocalizedStrings.english(Weekday.sunday) == "Sunday")
        #expect(LocalizedStrings.english(Interest("movies_tv")) == "Movies & TV")
    }

    @Test func `words of a front end replace the English words individually`() {
        let german = LocalizedStrings([
            LocalizationKey("poke_note", "coffee"): "Kaffee?", LocalizationKey("interest", "music"): "Musik",
        ])
        #expect(german(PokeNote.coffee) == "Kaffee?")
        #expect(german(PokeNote.hello) == "Hello!")
        #expect(german(Interest("Music")) == "Musik")
        #expect(
            german.overlaid(with: LocalizedStrings([LocalizationKey("poke_note", "hello"): "Hallo!"]))(PokeNote.hello)
                == "Hallo!")
    }

    @Test func `an unknown value has readable text`() {
        #expect(LocalizedStrings.english(EventType(rawValue: "night_walk")) == "Night walk")
        #expect(LocalizedStrings.english(Audience(rawValue: "")).isEmpty)
        #expect(LocalizedStrings.english(Sport(rawValue: String(repeating: "x", count: 500))).count == 64)
        #expect(LocalizedStrings.english(Interest("origami at NIGHT")) == "origami at NIGHT")
        let newer = LocalizedStrings([LocalizationKey("event_type", "night_walk"): "Nachtspaziergang"])
        #expect(newer(EventType(rawValue: "night_walk")) == "Nachtspaziergang")
    }

    @Test func `a sentence with a missing parameter falls back to English, and then to nil`() {
        let vocabulary = Vocabulary("greeting", ["hello": "Hello, {name}."])
        let french = LocalizedStrings([LocalizationKey("greeting", "hello"): "Bonjour {title} {name}."])
        #expect(french.text("hello", in: vocabulary, ["title": "Mme", "name": "Maya"]) == "Bonjour Mme Maya.")
        #expect(french.text("hello", in: vocabulary, ["name": "Maya"]) == "Hello, Maya.")
        #expect(french.text("hello", in: vocabulary) == nil)
        #expect(french.text("bye", in: vocabulary) == nil)
    }

    @Test func `vocabularies have an English word for each known value and no more`() {
        func check<Value: OpenEnum & LocalizedTextConvertible>(_ type: Value.Type) {
            #expect(Set(type.vocabulary.english.keys) == Set(type.known.map(\.localizationCode)), "\(type)")
        }
        check(Sport.self)
        check(SkillLevel.self)
        check(FriendshipGoal.self)
        check(GroupSize.self)
        check(MeetingFrequency.self)
        check(PreferredTime.self)
        check(Audience.self)
        check(CampusRole.self)
        check(TrustLevel.self)
        check(Reliability.self)
        check(RatingTag.self)
        check(PokeNote.self)
        check(PokeStatus.self)
        check(MatchStatus.self)
        check(MatchOrigin.self)
        check(EventType.self)
        check(MeetupStatus.self)
        check(InvitationReply.self)
        check(JoinRequestStatus.self)
        check(MeetupVisibility.self)
        check(MeetupApproval.self)
        check(CancelReason.self)
        check(AttendanceState.self)
        check(DeclineReason.self)
        check(InvitationState.self)
        check(InvitationRole.self)
        check(ReportSubjectKind.self)
        check(ReportCategory.self)
        check(ReportReason.self)
        check(EvidenceKind.self)
        check(ModerationAction.self)
        check(DecisionState.self)
        check(AppealState.self)
        check(ConversationKind.self)
        check(ProposalState.self)
        check(ProposalReply.self)
        check(ProblemCode.self)
        #expect(Set(Weekday.vocabulary.english.keys) == Set(Weekday.allCases.map(\.localizationCode)))
        #expect(Set(Weekday.shortVocabulary.english.keys) == Set(Weekday.allCases.map(\.localizationCode)))
    }

    @Test func `missing translations are listed`() {
        let all = Vocabulary.models.flatMap(\.keys)
        #expect(Set(all).count == all.count)
        #expect(LocalizedStrings.english.missing(from: Vocabulary.models) == all)
        let german = LocalizedStrings([LocalizationKey("skill_level", "beginner"): "Anfängerin"])
        let missing = german.missing(from: [SkillLevel.vocabulary]).map(\.description)
        #expect(missing == ["skill_level.advanced", "skill_level.intermediate"])
    }

    @Test func `hours are written and parsed with the weekday names of the words`() throws {
        let short = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let days = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
        let german = LocalizedStrings(
            zip(short, days).reduce(into: [:]) {
                $0[LocalizationKey("weekday_short", $1.0)] = MessageTemplate(template: $1.1)
            })
        let hours = try #require(HourSet("Mo, Mi 9-12", names: german.weekdayNames))
        #expect(hours.text(names: german.weekdayNames) == "Mo, Mi 9–12")
        #expect(hours.text() == "Mon, Wed 9–12")
    }
}
