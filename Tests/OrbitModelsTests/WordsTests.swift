import OrbitModels
import Testing

@Suite struct WordsTests {
    @Test func `the default words are English`() {
        #expect(Words.english(PokeNote.coffee) == "Coffee?")
        #expect(Words.english(EventType.languageExchange) == "Language exchange")
        #expect(Words.english(Weekday.sunday) == "Sunday")
        #expect(Words.english(Interest("movies_tv")) == "Movies & TV")
    }

    @Test func `words of a front end replace the English words individually`() {
        let german = Words([WordKey("poke_note", "coffee"): "Kaffee?", WordKey("interest", "music"): "Musik"])
        #expect(german(PokeNote.coffee) == "Kaffee?")
        #expect(german(PokeNote.hello) == "Hello!")
        #expect(german(Interest("Music")) == "Musik")
        #expect(german.overlaid(with: Words([WordKey("poke_note", "hello"): "Hallo!"]))(PokeNote.hello) == "Hallo!")
    }

    @Test func `an unknown value has readable text`() {
        #expect(Words.english(EventType(rawValue: "night_walk")) == "Night walk")
        #expect(Words.english(Audience(rawValue: "")).isEmpty)
        #expect(Words.english(Sport(rawValue: String(repeating: "x", count: 500))).count == 64)
        #expect(Words.english(Interest("origami at NIGHT")) == "origami at NIGHT")
        let newer = Words([WordKey("event_type", "night_walk"): "Nachtspaziergang"])
        #expect(newer(EventType(rawValue: "night_walk")) == "Nachtspaziergang")
    }

    @Test func `a sentence with a missing parameter falls back to English, and then to nil`() {
        let vocabulary = Vocabulary("greeting", ["hello": "Hello, {name}."])
        let french = Words([WordKey("greeting", "hello"): "Bonjour {title} {name}."])
        #expect(french.text("hello", in: vocabulary, ["title": "Mme", "name": "Maya"]) == "Bonjour Mme Maya.")
        #expect(french.text("hello", in: vocabulary, ["name": "Maya"]) == "Hello, Maya.")
        #expect(french.text("hello", in: vocabulary) == nil)
        #expect(french.text("bye", in: vocabulary) == nil)
    }

    @Test func `vocabularies have an English word for each known value and no more`() {
        func check<Value: OpenEnum & Worded>(_ type: Value.Type) {
            #expect(Set(type.vocabulary.english.keys) == Set(type.known.map(\.wordCode)), "\(type)")
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
        check(ProblemCode.self)
        #expect(Set(Weekday.vocabulary.english.keys) == Set(Weekday.allCases.map(\.wordCode)))
        #expect(Set(Weekday.shortVocabulary.english.keys) == Set(Weekday.allCases.map(\.wordCode)))
    }

    @Test func `missing translations are listed`() {
        let all = Vocabulary.models.flatMap(\.keys)
        #expect(Set(all).count == all.count)
        #expect(Words.english.missing(from: Vocabulary.models) == all)
        let german = Words([WordKey("skill_level", "beginner"): "Anfängerin"])
        let missing = german.missing(from: [SkillLevel.vocabulary]).map(\.description)
        #expect(missing == ["skill_level.advanced", "skill_level.intermediate"])
    }

    @Test func `hours are written and parsed with the weekday names of the words`() throws {
        let short = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let days = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
        let german = Words(
            zip(short, days).reduce(into: [:]) {
                $0[WordKey("weekday_short", $1.0)] = MessageTemplate(template: $1.1)
            })
        let hours = try #require(HourSet("Mo, Mi 9-12", names: german.weekdayNames))
        #expect(hours.text(names: german.weekdayNames) == "Mo, Mi 9–12")
        #expect(hours.text() == "Mon, Wed 9–12")
    }
}
