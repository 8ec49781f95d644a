/*
 * One approval, as PostgreSQL runs its statements (READ COMMITTED) for two processes of the service, each of which may die after every
 * statement. A statement sees the rows that were committed before it began. A row that it has to wait for it reads again.
 *
 * The comment of a step names the function of the service that sends its statement. After the one that locks the row, nothing that the
 * transaction reads can change and nothing that it writes is seen, so the rest of it is one step, up to its COMMIT. PEOPLE are asked,
 * NEED of them must approve. The -D flags of proof/model/model.ts plant one error each.
 */
#ifndef PEOPLE
#define PEOPLE 3
#define NEED 2
#endif

#define EXPIRES 1    /* request.expires_at; the request is created at 0 */
#define REDEEMABLE 2 /* REDEEMABLE_MS of requests/rules.ts */
#define LAST 2       /* when nothing can be decided or redeemed any more */

mtype:state = { absent, open, granted, denied, withdrawn };
mtype:decision = { none, asked, approved, refused, revoked };

/* Rows, as committed. */
mtype:state state = absent;
byte ended_at, redeemed_at;
bool is_redeemed;
byte grants, removed;       /* counted in the row of the request */
mtype:decision row[PEOPLE] = none; /* request_approver; revoked: approved, but the asker may no longer ask this person */
byte keys[PEOPLE];          /* which of two keys a person has signed with, as bits */
byte events;                /* outbox: webhooks and pings of the end */
bool is_answer_stored;      /* the response to the redemption, for its Idempotency-Key */
byte holder;                /* the transaction that has locked the row of the request */

byte clock; /* of the database */

/* Only the invariants read these. */
byte creations, ends, redemptions, approvals, refusals, approvals_redeemed;
mtype:decision answer = none; /* what the first person was answered */

#define IS_OPEN (state == open && now < EXPIRES)
#define IS_DUE (state == granted && !is_redeemed && now < ended_at + REDEEMABLE)

/* What the statement that locks the row for a grant demands of it. */
#ifdef STATE_BEFORE_LOCK
#define IS_OPEN_LOCKED (now < EXPIRES)
#elif defined(EXPIRY_BEFORE_LOCK)
#define IS_OPEN_LOCKED (state == open)
#else
#define IS_OPEN_LOCKED IS_OPEN
#endif

/* The end of a statement: the process may die, and with it its transaction. */
inline may_die() {
  if
  :: true
  :: goto died
  fi
}

inline demand(condition) {
  if
  :: condition
  :: else -> goto roll_back
  fi
}

/* The time of a transaction is that of its beginning. */
inline begin() { now = clock }

/* SELECT … FOR UPDATE, and every UPDATE: waits until the row is free, and demands something of it as it is then. */
inline lock(condition) {
  atomic {
    holder == 0 -> holder = _pid + 1;
    demand(condition);
    may_die()
  }
}

inline choose_person() {
  person = 0;
  do
  :: person < PEOPLE - 1 -> person++
  :: break
  od
}

/* The people whose approval still counts. */
inline count_able() {
  count = 0;
  i = 0;
  do
  :: i < PEOPLE ->
    count = count + (row[i] == approved -> 1 : 0);
    i++
  :: else -> break
  od;
  i = 0
}

inline ask_people() {
  do
  :: person < PEOPLE ->
    row[person] = asked;
    person++
  :: else -> break
  od
}

/* COMMIT of a transaction that has decided `next`. */
inline commit() {
  if
  :: next == open
  :: else ->
    state = next;
    ended_at = now;
    ends++;
#ifndef EVENT_APART
    events++
#endif
  fi;
#ifndef EVENT_APART
  next = open;
#endif
  now = 0;
  count = 0;
  holder = 0
}

/* The person gets the answer, unless the process dies before. */
inline confirm(decision) {
  may_die();
#ifdef EVENT_APART
  events = events + (next == open -> 0 : 1);
#endif
  if
  :: person == 0 -> answer = decision
  :: else
  fi
}

active [2] proctype service() {
  byte now, person, key, count, i;
  mtype:state next = open;

start:
  if
  :: /* addApproval: the row of the Idempotency-Key is locked; the request and its people are inserted */
    begin();
    lock(state == absent && clock == 0);
    atomic {
      printf("process %d: creates the request\n", _pid);
      state = open;
      creations++;
#ifdef PEOPLE_APART
      holder = 0;
      may_die()
    }
    atomic {
#endif
      ask_people();
      holder = 0
    }

  :: /* A person approves with one of two keys. First requireOpenApproval; then the scan, which takes seconds. */
    atomic {
      choose_person();
#ifdef COUNT_KEYS
      if
      :: key = 1
      :: key = 2
      fi;
#endif
      begin();
      demand(IS_OPEN);
      now = 0
    }
    begin();
#ifdef COUNT_BEFORE_LOCK
    count = grants;
#endif
    lock(IS_OPEN_LOCKED); /* lockOpenRequest */
    /* grantRequest, which adds to the counter of the locked row; emitEnd, COMMIT */
    atomic {
#ifdef COUNT_KEYS
      demand(row[person] != refused && (keys[person] & key) == 0);
#else
      demand(row[person] == asked);
#endif
#ifndef COUNT_BEFORE_LOCK
      count = grants;
#endif
      next = (count + 1 == NEED -> granted : open);
#ifdef ANSWER_BEFORE_COMMIT
      confirm(approved);
      may_die()
    }
    atomic {
#endif
      printf("process %d: person %d approves at %d, then the request is %e\n", _pid, person, now, next);
      approvals = approvals + (row[person] == approved -> 0 : 1);
      grants = count + 1;
      row[person] = approved;
      keys[person] = keys[person] | key;
      commit()
    }
    atomic { confirm(approved) }

  :: /* removeApprover: a person refuses, also after an approval, or ends the asker's right; the others may then be too few. */
    atomic {
      choose_person();
      begin()
    }
    lock(IS_OPEN);
    atomic {
      demand(row[person] == asked || row[person] == approved);
      next = (PEOPLE - removed <= NEED -> denied : open);
      printf("process %d: person %d refuses at %d, then the request is %e\n", _pid, person, now, next);
      removed++;
      refusals++;
#ifndef GRANT_OUTLIVES_REFUSAL
      grants = grants - (row[person] == approved -> 1 : 0);
#endif
      approvals = approvals - (row[person] == approved -> 1 : 0);
      row[person] = refused;
      commit()
    }
    atomic { confirm(refused) }

  :: /* endAsker: a person ends the asker's right after the request was granted */
    atomic { choose_person() }
    lock(state == granted && row[person] == approved);
    atomic {
      printf("process %d: person %d ends the right to ask\n", _pid, person);
      row[person] = revoked;
      holder = 0
    }

  :: /* endCheck: the asker withdraws the request */
    begin();
    lock(IS_OPEN);
    atomic {
      printf("process %d: the request is withdrawn at %d\n", _pid, now);
      next = withdrawn;
      commit()
    }

  :: /* redeemRequest */
    begin();
#ifdef REDEEM_WITHOUT_LOCK
    demand(IS_DUE);
    /* The UPDATE alone waits, and reads again only whether the row has the id. */
    atomic { holder == 0 -> holder = _pid + 1 }
#elif defined(REDEEM_FOR_EVER)
    lock(state == granted && !is_redeemed);
#else
    lock(IS_DUE);
#endif
    /* keepAnswer and COMMIT */
    atomic {
      count_able();
#ifndef REVOKED_COUNTS
      demand(count >= NEED);
#endif
      approvals_redeemed = count;
      printf("process %d: the receipts are given out at %d\n", _pid, now);
      is_redeemed = true;
      redeemed_at = now;
      redemptions++;
#ifdef ANSWER_APART
      holder = 0;
      may_die()
    }
    atomic {
#endif
      is_answer_stored = true;
      holder = 0
    }
  fi;
  goto roll_back;

died:
  atomic {
    printf("process %d: dies\n", _pid);
#ifdef LOCK_OUTLIVES_PROCESS
    goto start;
#endif
    goto roll_back
  }

roll_back: /* PostgreSQL frees the row; the process begins with something else. */
  atomic {
    if
    :: holder == _pid + 1 -> holder = 0
    :: else
    fi;
    now = 0;
    person = 0;
    key = 0;
    count = 0;
    next = open;
    goto start
  }
}

active proctype time() {
  do
  :: clock < LAST -> clock++
  :: else -> break
  od
}

#define HOLDS(invariant) !(invariant) -> assert(invariant)

/* Fails in the first state in which an invariant does not hold, which is then named by the comment of its line. */
active proctype monitor() {
end:
  atomic {
    if
    :: HOLDS(creations <= 1) /* created at most once */
    :: HOLDS(state == absent || row[PEOPLE - 1] != none) /* all people are asked, or none */
    :: HOLDS(state != granted || approvals >= NEED) /* granted only by as many different people as are needed */
    :: HOLDS(state != granted || ended_at < EXPIRES) /* granted only before it expires */
    :: HOLDS(ends <= 1) /* a request that has ended stays as it is */
    :: HOLDS(state != open || (approvals < NEED && refusals <= PEOPLE - NEED)) /* the last decision ends the request */
    :: HOLDS(redemptions <= 1) /* redeemed at most once */
    :: HOLDS(!is_redeemed || (state == granted && approvals_redeemed >= NEED)) /* redeemed only with the approvals that still count */
    :: HOLDS(!is_redeemed || redeemed_at < ended_at + REDEEMABLE) /* redeemed only in time */
    :: HOLDS(is_answer_stored == is_redeemed) /* the response to a redemption is stored with it */
    :: HOLDS(events == ends) /* each end is announced once */
    :: HOLDS(answer == none || answer == row[0] || (answer == approved && row[0] != asked)) /* a decision that was confirmed to the person lasts */
    fi
  }
}
