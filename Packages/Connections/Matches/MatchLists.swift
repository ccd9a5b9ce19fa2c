public import OrbitModels
public import Presentation

extension ListDefinition<Match> {
    /// The active matches.
    public static var matches: Self {
        Self(
            .matches, order: .latestFirst(\.createdAt), people: { [$0.partnerID] }
        ) { event, matches throws(LogEventError) in
            switch event.kind {
            case .matchMade: matches.upsert(try event.data())
            case .matchEnded: matches.remove(try event.data(EndedMatch.self).matchID)
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                matches.updateAll(where: { $0.partnerID == changed.id }) { $0.name(changed) }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ResourceDefinition<TodayData> {
    /// The match of the day.
    public static var today: Self {
        Self(
            .today, hide: { person, today in today?.end { $0.partnerID == person } }
        ) { event, today throws(LogEventError) in
            switch event.kind {
            case .todayMatched: try TodayData.add(event.data(), to: &today)
            case .todayChanged: try TodayData.change(to: event.data(), &today)
            case .matchEnded:
                let ended = try event.data(EndedMatch.self).matchID
                today?.end { $0.id == ended }
            case .matchMade:
                let match = try event.data(Match.self)
                if today?.matches.elements.contains(where: { $0.id == match.id }) == true {
                    today?.add(match)
                } else if let status = today?.status, status != .waiting {
                    return .outdated  // an ended match of the day may have been made again
                }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                for index in today?.matches.elements.indices ?? 0..<0
                where today?.matches.elements[index].partnerID == changed.id {
                    today?.matches.elements[index].name(changed)
                }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension TodayData {
    fileprivate static func add(_ news: MatchOfToday, to today: inout TodayData?) {
        guard let known = today, known.date <= news.date else { return }
        if known.date < news.date {
            today = TodayData(date: news.date, endsAt: news.endsAt, status: .matched, isPaused: known.isPaused)
        }
        today?.add(news.match)
    }

    fileprivate static func change(to news: TodayStatusUpdate, _ today: inout TodayData?) {
        guard let known = today, known.date <= news.date else { return }
        let matches = known.date == news.date ? known.matches.elements : []
        // A response that reports a match may be older than the end of that match.
        let hasEnded = known.date == news.date && known.status == .disconnected && news.status == .matched
        today = TodayData(
            date: news.date, endsAt: news.endsAt, status: hasEnded ? .disconnected : news.status, matches: matches,
            reason: news.reason, isPaused: news.isPaused)
    }

    fileprivate mutating func add(_ match: Match) {
        if let index = matches.elements.firstIndex(where: { $0.id == match.id }) {
            matches.elements[index] = match
        } else {
            matches.elements.removeAll { $0.partnerID == match.partnerID }
            matches.elements.append(match)
        }
        (status, reason) = (.matched, nil)
    }

    /// Removes matches that have ended. A day without a remaining match is disconnected, because no further match
    /// follows.
    fileprivate mutating func end(where hasEnded: (Match) -> Bool) {
        guard matches.elements.contains(where: hasEnded) else { return }
        matches.elements.removeAll(where: hasEnded)
        if matches.elements.isEmpty { status = .disconnected }
    }
}

extension Match {
    fileprivate mutating func name(_ partner: Person) {
        partnerName = partner.profile.name
        partnerMajor = partner.profile.major
    }
}

extension LogEvent {
    static func made(_ match: Match) -> LogEvent {
        LogEvent(.matchMade, subject: match.partnerID, data: match)
    }

    static func ended(_ match: Match) -> LogEvent {
        LogEvent(
            .matchEnded, subject: match.partnerID,
            data: EndedMatch(matchID: match.id, partnerID: match.partnerID))
    }

    static func changed(_ today: TodayData) -> LogEvent {
        LogEvent(.todayChanged, data: TodayStatusUpdate(today))
    }
}
