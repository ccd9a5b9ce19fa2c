import OrbitModels

/// A text of this front end. The texts of OrbitKit are in the vocabularies of its modules.
///
/// Each language has one file with a `switch` over all cases, so that a missing text does not compile.
enum PageWord: String, CaseIterable, Sendable {
    case accept, account, active, add, addPhoto, address, agenda, allMatches, anyDistance, anySport, anyTime
    case appeal, appeals, appealText, appliesTo, approval, asAttendee, asList, asMatch, asStranger, audiences
    case back, bio, birth, block, blocked, blockedPersonThere, blocksTitle, busy, busyTimes, busyTitle
    case calendarFeed, calendarFile, calendarName, calendars, cancel, cancelMeetup, capacity, capacityHint
    case caseGone, certified, chatGone, chatUnavailable, check, checkInHint, checkInSafety, chooseForReport
    case chooseMessages, chosenForReport, city, code, codeExpired, codeTitle, commentCount, comments, companions
    case completeness, completenessPercent, confirmationDiffers, conflictsTitle, consentHint, consentHosts
    case consentMe, contactName, cookies, cookiesTitle, counterProposal, days, daysAhead, dealbreakers
    case dealbreakersHint, decide, decisions, decline, delete, deleted, demoClock, demoHours, demoIntroduction
    case demoMails, demoMinutes, demoModerator, demoNewAddress, demoNoMail, demoTitle, description, difference
    case discardChanges, disconnect, distance, distanceFurther, distanceNeighbouring, distanceSame, download
    case dropCopy, dueIn, earlier, earlierMessages, east, edit, editingMessage, editMeetup, email, end, ended
    case endedTitle, endLink, eraseAccount, erased, eraseHint, evidence, evidenceText, explained, explanation
    case export, exportHint, extendHour, extrovert, facts, feed, findMeetups, findTime, fit, fitPercent, foreign
    case foreignTitle, fortnightly, freeHours, frequency, fromAge, given, goals, going, goingOf, groupSize
    case guests, hide, homePosition, homePositionHint, hostedBy, hoursAfter, hoursLong, howMany, howWas, iAmSafe
    case ignore, importCalendar, importedCalendars, importHint, interests, interestsHint, introvert
    case invitationOver, invitations, invitationsWaiting, invite, inviteMatches, itWasBad, itWasGood, joinBy
    case joinDespiteBlock, keepAway, keepAwayHint, keepMatch, keepMine, keepTheirs, kind, kinds, language, later
    case laterMessages, leaveOpen, lessLike, lessLikeDone, lessLikeTitle, letIn, level, like, list, loadAgain
    case loading, major, makeCopy, makeFirst, makeLink, makeNewLink, malformed, map, mapUntil, measure
    case meetAgain, meetAgainHint, meeting, meetup, meetupChat, meetupGone, message, messageActions
    case messageToContact, messageToHost, mine, minutes, minutesLeft, moderation, moderatorNote, month, mute
    case muted, mutedChat, muteFor, myMeetups, name, navigation, nearest, needsNewCode, networks, newCheckIn
    case newDay, newMatch, newMeetup, next, no, noEnd, noMeetup, noPhotos, noProposal, noQuestion, noReason
    case noReminders, north, note, notFound, notFoundTitle, noTime, notModerator, offerUntil, offline
    case offlineTitle, oldPage, oldPageTitle, once, oneDay, oneMoment, oneMomentTitle, oneWeek, onlineLink, onlyThis
    case onWaitList, openChat, openGroupChat, otherAddress, otherInterest, overturn, pause, people, person
    case personality, photoHint, photoNumber, photoOf, place, placeName, planner, planThis, pokeOver, position,
        positionHint, post
    case preferredTimes, preview, proposalOver, proposeMeetup, proposeTimes, quietNights, rate, ratingNote
    case ratingTags, reason, received, receivedRatings, reconfirm, region, relaxed, remindAfter, remindCheckIns
    case remindDayBefore, reminders, remindHourBefore, remindInvitations, remindMe, remindRatings
    case remindReconfirm, remindRequests, remove, removeContent, repeats, reply, replyingTo, report, reportCount
    case reportHint, reportMessages, reportPhoto, reportSent, reportsTitle, requestOver, requests
    case requestsWaiting, resend, resendIn, resume, role, room, safety, save, saved, scalesHint, search
    case searchMessages, secretAddress, send, sendAppeal, sendCode, sending, sendProposal, sendRating
    case sendReport, sent, series, sessionHint, settings, shareActivity, shareActivityHint, sharePlan
    case sharePlanWithContact, show, showMeetups, showMore, shownToOthers, signIn, signInAgain, signInHint
    case signOut, skip, snooze, solarSystem, someone, south, spontaneous, sport, sports, standing, stars, start
    case startCheckIn, suggested, suspendedTitle, suspendedUntil, tags, tagsHint, theirs, thisAndFollowing
    case thisBrowser, timeNumber, timePlenty, timeSome, title, toAge, today, todayEnded, tooLarge, tooLargeTitle
    case toStart, triesLeft, tryAgain, unblock, undo, unlike, unmute, unsentFirst, until, uphold, upload, useAddress
    case views, visibleTo, waiting, waitingTitle, week, weeklyEight, weeklyFour, west, when, why, withdraw
    case writeComment, writePost, year, yes, you, yourMeetup, zone, zoomIn, zoomInTo, zoomOut

    /// The texts of all cases, under their names.
    static let vocabulary = Vocabulary(
        "page", Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.english) }))
}
