import OrbitModels

/// A text of this front end. The texts of OrbitKit are in the vocabularies of its modules.
///
/// Each language has one file with a `switch` over all cases, so that a missing text does not compile.
enum PageWord: String, CaseIterable, Sendable {
    case accept, account, active, add, addPhoto, address, agenda, allMatches, anyDistance, anySport, anyTime
    case appeal, appealText, appeals, appliesTo, approval, asAttendee, asList, asMatch, asStranger, audiences
    case back, bio, birth, block, blocked, blockedPersonThere, blocksTitle, busy, busyTitle, busyTimes
    case calendarFeed, calendarFile, calendarName, calendars, cancel, cancelMeetup, capacity, capacityHint
    case caseGone, certified, check, checkInHint, checkInSafety, city, code, codeExpired, codeTitle, commentCount
    case comments, companions, completeness, completenessPercent, confirmationDiffers, conflictsTitle, consentHint
    case consentHosts, consentMe, contactName, cookies, cookiesTitle, days, daysAhead, dealbreakers
    case dealbreakersHint, decide, decisions, decline, delete, deleted, demoClock, demoHours, demoIntroduction
    case demoMails, demoMinutes, demoModerator, demoNewAddress, demoNoMail, demoTitle, description, difference
    case discardChanges, disconnect, distance, distanceFurther, distanceNeighbouring, distanceSame, download
    case dropCopy, dueIn, earlier, east, edit, editMeetup, email, end, endLink, ended, endedTitle, eraseAccount
    case eraseHint, erased, evidence, evidenceText, explained, explanation, export, exportHint, extendHour
    case extrovert, facts, feed, findMeetups, findTime, fit, fitPercent, foreign, foreignTitle, fortnightly
    case freeHours, frequency, fromAge, given, goals, going, goingOf, groupSize, guests, hide, homePosition
    case homePositionHint, hostedBy, hoursAfter, hoursLong, howMany, howWas, iAmSafe, ignore, importCalendar
    case importHint, importedCalendars, interests, interestsHint, introvert, invitationOver, invitations
    case invitationsWaiting, invite, inviteMatches, itWasBad, itWasGood, joinBy, joinDespiteBlock, keepAway
    case keepAwayHint, keepMatch, keepMine, keepTheirs, kind, kinds, language, later, leaveOpen, lessLike
    case lessLikeDone, lessLikeTitle, letIn, level, like, list, loadAgain, loading, major, makeCopy, makeFirst
    case makeLink, makeNewLink, malformed, map, mapUntil, measure, meetAgain, meetAgainHint, meeting, meetup
    case meetupGone, messageToContact, messageToHost, mine, minutes, minutesLeft, moderation, moderatorNote, month
    case mute, muteFor, muted, myMeetups, name, navigation, nearest, needsNewCode, networks, newCheckIn, newDay
    case newMatch, newMeetup, next, no, noEnd, noMeetup, noPhotos, noQuestion, noReason, noReminders, noTime
    case north, notFound, notFoundTitle, notModerator, note, offerUntil, offline, offlineTitle, oldPage
    case oldPageTitle, onWaitList, once, oneDay, oneWeek, onlineLink, onlyThis, otherAddress, otherInterest
    case overturn, pause, people, person, personality, photoHint, photoNumber, photoOf, place, placeName, planThis
    case planner, pokeOver, position, positionHint, post, preferredTimes, preview, quietNights, rate, ratingNote
    case ratingTags, reason, received, receivedRatings, reconfirm, region, relaxed, remindAfter, remindCheckIns
    case remindDayBefore, remindHourBefore, remindInvitations, remindMe, remindRatings, remindReconfirm
    case remindRequests, reminders, remove, removeContent, repeats, report, reportCount, reportHint, reportPhoto
    case reportSent, reportsTitle, requestOver, requests, requestsWaiting, resend, resendIn, resume, role, room
    case safety, save, saved, scalesHint, search, secretAddress, sendAppeal, sendCode, sendRating, sendReport
    case sending, sent, series, sessionHint, settings, sharePlan, sharePlanWithContact, show, showMeetups
    case showMore, shownToOthers, signIn, signInAgain, signInHint, signOut, skip, snooze, solarSystem, someone
    case south, spontaneous, sport, sports, standing, stars, start, startCheckIn, suggested, suspendedTitle
    case suspendedUntil, tags, tagsHint, theirs, thisAndFollowing, thisBrowser, timePlenty, timeSome, title, toAge
    case toStart, today, todayEnded, tooLarge, tooLargeTitle, triesLeft, tryAgain, unblock, undo, unlike, unmute
    case until, uphold, upload, useAddress, views, visibleTo, waiting, waitingTitle, week, weeklyEight, weeklyFour
    case west, when, why, withdraw, writeComment, writePost, year, yes, yourMeetup, zone, zoomIn, zoomInTo
    case zoomOut

    /// The texts of all cases, under their names.
    static let vocabulary = Vocabulary(
        "page", Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.english) }))
}
